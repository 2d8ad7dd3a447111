import { readFileSync } from "node:fs";
import { createRequire, registerHooks } from "node:module";
import { fileURLToPath, pathToFileURL } from "node:url";

/**
 * Run by a test, with a folder as its argument and module paths on standard input. Has Node link all their imports
 * without running any. Then loads the packages that they import. Prints their URLs as JSON.
 */

const [folder = "."] = process.argv.slice(2);
const root = pathToFileURL(`${folder}/`).href;
const modules = (JSON.parse(readFileSync(0, "utf8")) as string[]).map((path) => new URL(path, root).href);

const isInPackage = (url: string): boolean => url.includes("/node_modules/");
const packages = new Set<string>();
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    if (found.url.startsWith("file:") && !found.url.startsWith(root) && found.url !== import.meta.url)
      throw new Error(`${specifier} is ${fileURLToPath(found.url)}, outside of ${folder}.`);
    if (isInPackage(found.url) && !isInPackage(context.parentURL ?? "")) packages.add(found.url);
    return found;
  },
});

const wasLinked = "everything was linked";
/** Node links all imports before it runs this first module, which throws, so nothing else runs. */
const first = `data:text/javascript,throw new Error(${JSON.stringify(wasLinked)})`;
const all = [first, ...modules].map((url) => `import ${JSON.stringify(url)};`).join("\n");
await import(`data:text/javascript,${encodeURIComponent(all)}`).catch((error: Error) => {
  if (error.message !== wasLinked) throw error;
});
/** Packages that a module loads on first use. */
const dynamicImport = /\bimport\("([^".][^"]*)"\)/g;
for (const module of modules)
  for (const [, name = ""] of readFileSync(new URL(module), "utf8").matchAll(dynamicImport)) {
    const found = createRequire(module).resolve(name);
    if (found.includes("/node_modules/")) packages.add(pathToFileURL(found).href);
  }
for (const url of packages) await import(url);
console.log(JSON.stringify([...packages]));
process.exit(0);
