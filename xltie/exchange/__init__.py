"""Files of other programs: read to an event, written from one."""
