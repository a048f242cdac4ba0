// An answer that will not come, because whoever asked has given it up or the worker broke.
export class NoAnswer extends Error {}
export class Stopped extends NoAnswer {}
