// The two libraries of the page: one plays and is always quick, one solves and may take its time.
import { Library } from "./library";

export const table = new Library();
export const study = new Library();
