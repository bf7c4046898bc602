"""LibreOffice Calc: the extension that runs inside it, its builder, and its installation.

``component``, ``functions``, ``values``, ``opened``, ``commands``, ``dialogs``, ``loading`` and
``spellings`` run inside LibreOffice with its own Python; they and all that they import are the
standard library and the syntax of Python 3.9. ``descriptors`` and ``package`` build the extension,
``install`` installs and diagnoses it.
"""
