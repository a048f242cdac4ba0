// The version of the project, put in when the page is built.
declare const __VERSION__: string;

export const kVersion = __VERSION__;
