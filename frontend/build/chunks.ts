import type { Plugin, Rolldown } from "vite";

/**
 * Chunks of one file each, in load order. A module's dependencies join it unless an earlier file has them. Left to
 * itself, the bundler makes a file per set of shared modules: seventy for Reports, where a browser fetches six at a time. It still
 * splits other pages and dialogs.
 */
const files = [
  { name: "app", begin: "/merchant/main.tsx" },
  { name: "frame", begin: "/merchant/frame/main-frame.tsx" },
  { name: "reports", begin: "/merchant/generate-report/generate-report-page.tsx" },
] as const;

type Modules = Pick<Rolldown.PluginContext, "getModuleIds" | "getModuleInfo">;

const filesOf = (modules: Modules): Map<string, string> => {
  const nameById = new Map<string, string>();
  const ids = [...modules.getModuleIds()];
  for (const { name, begin } of files) {
    const first = ids.find((id) => id.endsWith(begin));
    if (first === undefined)
      throw new Error(`${begin} is not part of the app any more. Mend frontend/build/chunks.ts.`);
    const waiting = [first];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (nameById.has(id)) continue;
      nameById.set(id, name);
      waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
  }
  return nameById;
};

/** Puts the first page's code into few files. */
export const fewChunks = (): Plugin => {
  let known: Map<string, string> | undefined;
  const name = (id: string): string | null => known?.get(id) ?? null;
  return {
    name: "sheaf:few-chunks",
    apply: "build",
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name }] } } } } }),
    buildEnd(error) {
      if (!error) known = filesOf(this);
    },
  };
};
