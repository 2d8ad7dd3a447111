import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The support console, a separate app below `/support`; `npm run build` fills frontend/support/dist. */
export default defineConfig({
  root: "frontend/support",
  base: "/support/",
  plugins: [react()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    target: "es2023",
    sourcemap: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2_000,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/support/api": "http://localhost:3200", "/support/auth": "http://localhost:3200" } },
});
