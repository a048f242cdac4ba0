import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import App from '../../src/App.svelte';

test('the page has a heading', async () => {
  const app = mount(App, { target: document.body });
  expect(document.querySelector('h1')?.textContent).toBe('Duello');
  await unmount(app);
});
