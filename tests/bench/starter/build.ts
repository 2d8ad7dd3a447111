import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { compressBuild } from "#processes/pages/compress-build.ts";

const packages = fileURLToPath(new URL("../../../node_modules", import.meta.url));

/** The first step of react-admin's own guide: one resource, one list, a data provider over HTTP. */
const starter = {
  "index.html": `<!doctype html><html lang="en"><head><meta charset="utf-8" /><title>Starter</title></head>
<body><div id="root"></div><script type="module" src="/main.jsx"></script></body></html>`,
  "main.jsx": `import { createRoot } from "react-dom/client";
import { Admin, Datagrid, DateField, List, NumberField, Resource, TextField } from "react-admin";
import simpleRestProvider from "ra-data-simple-rest";

const OrderList = () => (
  <List>
    <Datagrid>
      <TextField source="name" />
      <TextField source="customer" />
      <NumberField source="total" />
      <DateField source="created" />
    </Datagrid>
  </List>
);

createRoot(document.getElementById("root")).render(
  <Admin dataProvider={simpleRestProvider("/data")} disableTelemetry>
    <Resource name="orders" list={OrderList} />
  </Admin>,
);
`,
};

/** Builds the starter as Sheaf's own front end is built and packed, into a new folder. `remove` takes it away again. */
export const buildStarter = async (): Promise<{ folder: string; remove: () => Promise<void> }> => {
  const root = await mkdtemp(join(tmpdir(), "sheaf-starter-"));
  const folder = join(root, "dist");
  await mkdir(folder);
  await symlink(packages, join(root, "node_modules"));
  for (const [name, text] of Object.entries(starter)) await writeFile(join(root, name), text);
  await build({
    configFile: false,
    root,
    logLevel: "error",
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      target: "es2023",
      reportCompressedSize: false,
      chunkSizeWarningLimit: 5_000,
    },
  });
  await compressBuild(folder);
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
};
