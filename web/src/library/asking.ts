// How the library is asked, and what is said where it does not answer.
import { words } from "../lang/lang.svelte";
import { NoAnswer, Stopped } from "./no_answer";
import type { Question, Refusal } from "./protocol";

export interface Progress {
  done: number;
  total: number;
}

export type Answer<T> = T | Refusal;

export type Ask = <T>(
  question: Question,
  onProgress?: (progress: Progress) => void,
) => Promise<Answer<T>>;

// A library with questions before it, which can be given up.
export interface Desk {
  ask: Ask;
  stop: () => void;
}

// What is told of an answer that did not come; nothing if it was given up. What is no such thing is thrown on.
export function troubleFrom(error: unknown): string {
  if (!(error instanceof NoAnswer)) throw error;
  return error instanceof Stopped ? "" : words().app.noLibrary;
}

// A way to ask that always has an answer, if only that there is none. For questions that nobody gives up: what is stopped
// belongs to somebody else at the same desk, and the question is asked again.
export function answering(desk: Pick<Desk, "ask">): Ask {
  return async <T>(question: Question): Promise<Answer<T>> => {
    for (;;) {
      try {
        return await desk.ask<T>(question);
      } catch (error) {
        const trouble = troubleFrom(error);
        if (trouble !== "") return { error: trouble };
      }
    }
  };
}
