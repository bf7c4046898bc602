"""Many events: what is done to each, where it runs, and where the results go.

``inputs`` lists the files, ``steps`` does something to one of them, ``runners`` do it in processes
of this machine or on a Dask cluster, ``journal`` keeps every result as it comes so that a run that
was stopped goes on, ``stores`` writes them to a table, and ``run`` puts these together.
"""
