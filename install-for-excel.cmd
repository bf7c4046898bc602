@echo off
rem Installs xltie for Excel and opens a first workbook: double-click this file in the unpacked folder.
setlocal
title xltie
cd /d "%~dp0"
set "OWN=%USERPROFILE%\xltie"
set "PROGRAM=%OWN%\program\Scripts"
set "PYTHON="
call :find
if defined PYTHON goto found
echo Python is missing. Windows fetches it now ...
winget install --exact --id Python.Python.3.13 --scope user --silent --accept-package-agreements --accept-source-agreements
call :find
if not defined PYTHON goto no_python

:found
echo 1 of 3  A folder of its own: %OWN%
if not exist "%OWN%" mkdir "%OWN%"
"%PYTHON%" -m venv "%OWN%\program"
if %ERRORLEVEL% NEQ 0 goto failed
echo 2 of 3  Installing; this takes a minute or two ...
"%PROGRAM%\python.exe" -m pip install --quiet --disable-pip-version-check --no-warn-script-location "%~dp0."
if %ERRORLEVEL% NEQ 0 goto failed
"%PROGRAM%\python.exe" -m xltie excel install
if %ERRORLEVEL% NEQ 0 goto failed
echo 3 of 3  The first workbook
:game
set "GAME=othello"
set /p "GAME=Which game: othello, chess, go or bridge? "
set "GAME=%GAME:"=%"
set "KNOWN="
for %%G in (othello chess go bridge) do if /i "%%G"=="%GAME%" set "KNOWN=%%G"
if not defined KNOWN echo That is none of the four.
if not defined KNOWN goto game
set "GAME=%KNOWN%"
if exist "%OWN%\%GAME%.xlsx" goto open
"%PROGRAM%\python.exe" -m xltie new "%OWN%\%GAME%.xlsx" --game %GAME% --example
if %ERRORLEVEL% NEQ 0 goto failed
:open
echo Opening %OWN%\%GAME%.xlsx
start "" "%OWN%\%GAME%.xlsx"
exit /b 0

:find
for %%P in (py.exe python.exe "%LOCALAPPDATA%\Programs\Python\Launcher\py.exe" "%LOCALAPPDATA%\Programs\Python\Python313\python.exe") do if not defined PYTHON call :try %%P
exit /b 0

:try
rem The Python of the Microsoft Store hides from Excel what it writes.
"%~1" -c "import sys; sys.exit(sys.version_info < (3, 10) or 'WindowsApps' in sys.base_prefix)" >nul 2>nul
if %ERRORLEVEL% EQU 0 set "PYTHON=%~1"
exit /b 0

:no_python
echo Python could not be fetched. Install it from https://www.python.org/downloads/ and double-click this file again.
goto wait

:failed
echo.
echo That did not work. Close Excel and double-click this file again; if it says the same, send us these lines.
:wait
pause
exit /b 1
