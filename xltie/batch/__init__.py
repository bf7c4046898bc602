"""Many events: what is done to each, where it runs, and where the results go.

``inputs`` lists the files, ``steps`` does something to one of them, ``runners`` do it in processes
of this machine or on a Dask cluster, ``parts`` keeps every result as it comes so that a run that
was stopped goes on, ``tables`` writes them to a file, and ``run`` puts these together.
"""
