// Where whoever uses the keyboard goes on when the button that they pressed is gone.
import { tick } from "svelte";

export async function focusBoard(): Promise<void> {
  await tick();
  const cell = document.querySelector<HTMLElement>('.board [data-cell][tabindex="0"]');
  cell?.focus({ preventScroll: true });
}
