// The documents that the site has, each at docs/NAME.html. They are in English.
export const kDocuments = [
  "manual",
  "rulings",
  "results",
  "protocol",
  "json",
  "batch",
  "library",
] as const;
export type DocumentName = (typeof kDocuments)[number];
