import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fewChunks } from "./build/chunks.ts";
import { firstPage } from "./build/first-page.ts";

/** The merchant's app. Paths are relative to npm's working directory; `npm run build` fills frontend/merchant/dist. */
export default defineConfig({
  root: "frontend/merchant",
  plugins: [react(), fewChunks(), firstPage()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    sourcemap: false,
    reportCompressedSize: false,
    // All browsers of that target support module preloading.
    modulePreload: { polyfill: false },
  },
  server: {
    proxy: { "/api": "http://localhost:3000", "/files": "http://localhost:3000", "/public": "http://localhost:3000" },
  },
});
