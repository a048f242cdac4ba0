// The two libraries of the page: one plays and is always quick, one solves and may take its time.
import { Library } from "./library";
import { startWorker } from "./start";

export const table = new Library(startWorker);
export const study = new Library(startWorker);
