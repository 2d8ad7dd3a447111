import { StoreFull } from "#infra/ports/store-errors.ts";
import type { FileStore } from "#infra/ports/stores/file-store.ts";
import type { Scratch } from "#infra/ports/stores/scratch.ts";
import type { WorkFiles } from "#infra/ports/stores/work-files.ts";

type Stores = { fileStore: FileStore; scratch: Scratch; workFiles: WorkFiles };

/**
 * Stores that together take so many bytes, like a disk or a quota. `most` may be set at any time. A write that doesn't
 * fit is refused and takes nothing. Discarded, deleted or closed data returns its bytes. `used`: now; `peak`: the most
 * so far.
 */
export const byteBudget = ({ fileStore, scratch, workFiles }: Stores) => {
  const budget = { most: Number.POSITIVE_INFINITY, used: 0, peak: 0 };
  const take = (bytes: number, where: string): void => {
    if (budget.used + bytes > budget.most) throw new StoreFull(where);
    budget.used += bytes;
    budget.peak = Math.max(budget.peak, budget.used);
  };
  /** The bytes taken so far, to be returned once. */
  const account = (where: string) => {
    let taken = 0;
    return {
      take(bytes: number) {
        take(bytes, where);
        taken += bytes;
      },
      giveBack() {
        budget.used -= taken;
        taken = 0;
      },
    };
  };

  const parts = new Map<string, ReturnType<typeof account>>();
  const files = new Map<string, ReturnType<typeof account>>();
  const stores: Stores = {
    fileStore: {
      ...fileStore,
      async createPart(name) {
        const part = await fileStore.createPart(name);
        const own = account("/data/files");
        parts.set(name, own);
        return {
          async write(bytes) {
            own.take(bytes.byteLength);
            await part.write(bytes);
          },
          async publish(key) {
            await part.publish(key);
            parts.delete(name);
            files.set(key, own);
          },
          async discard() {
            await part.discard();
            parts.get(name)?.giveBack();
          },
        };
      },
      async delete(key) {
        const there = await fileStore.delete(key);
        files.get(key)?.giveBack();
        return there;
      },
      async deletePart(name) {
        const there = await fileStore.deletePart(name);
        parts.get(name)?.giveBack();
        return there;
      },
    },
    scratch: {
      ...scratch,
      open(name) {
        const spool = scratch.open(name);
        const runs = new Set<ReturnType<typeof account>>();
        return {
          bytes: spool.bytes,
          async begin() {
            const writer = await spool.begin();
            const own = account("/data/scratch");
            runs.add(own);
            return {
              append(record) {
                own.take(Buffer.byteLength(record) + 1);
                return writer.append(record);
              },
              async end() {
                const run = await writer.end();
                return {
                  read: () => run.read(),
                  async remove() {
                    await run.remove();
                    own.giveBack();
                  },
                };
              },
            };
          },
          async remove() {
            await spool.remove();
            for (const own of runs) own.giveBack();
          },
        };
      },
    },
    workFiles: {
      async create() {
        const file = await workFiles.create();
        const own = account("/data/work");
        return {
          ...file,
          async write(bytes) {
            own.take(bytes.byteLength);
            await file.write(bytes);
          },
          async clear() {
            await file.clear();
            own.giveBack();
          },
          async close() {
            await file.close();
            own.giveBack();
          },
        };
      },
    },
  };
  return { budget, stores };
};
