// The version of the project. It stands in CMakeLists.txt and nowhere else.
import { readFileSync } from "node:fs";

export function projectVersion(folder: string): string {
  const [, version] =
    /^project\(duello VERSION ([0-9.]+) /m.exec(readFileSync(`${folder}/CMakeLists.txt`, "utf8")) ??
    [];
  if (version === undefined) throw new Error("CMakeLists.txt names no version");
  return version;
}
