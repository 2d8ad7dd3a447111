import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The merchant's app. Paths are relative to the folder npm runs in; `npm run build` fills frontend/merchant/dist. */
export default defineConfig({
  root: "frontend/merchant",
  plugins: [react()],
  build: { outDir: "dist", emptyOutDir: true, target: "es2023", sourcemap: false, reportCompressedSize: false },
  server: { proxy: { "/api": "http://localhost:3000", "/files": "http://localhost:3000" } },
});
