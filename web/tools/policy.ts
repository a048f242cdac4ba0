// What a page of the site may do: run and show our own files, and talk to nobody.
import type { Plugin } from "vite";

const kPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// Only in what is built: the server for development puts its own scripts and styles into a page.
export function policy(): Plugin {
  return {
    name: "duello-policy",
    apply: "build",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: kPolicy },
        injectTo: "head-prepend",
      },
    ],
  };
}
