import type { Collection } from "mongodb";
import { splitIntoChunks } from "../../ports/stores/chunks.ts";
import type { Vault } from "../../ports/stores/vault.ts";
import type { Mongo } from "../client.ts";
import { prefixFilter, type VaultDocument, valuesPerQuery } from "./vault-documents.ts";

type Listed = Pick<VaultDocument, "_id" | "reference" | "owner" | "sweep">;

/** Each step is idempotent, and the next sweep does what a kill leaves undone. */
export const createVaultCleanup = (
  mongo: Mongo,
  values: Collection<VaultDocument>,
): Pick<Vault, "beginCleanup" | "markReferenced" | "eraseUnreferenced"> => {
  /** Splits the work: each change must end in time. */
  const inPortions = async (references: readonly string[], work: (some: string[]) => Promise<unknown>) => {
    for (const portion of splitIntoChunks(references, valuesPerQuery)) await mongo.call(() => work([...portion]));
  };
  /** Lists in pages: each query must end in time. */
  const listed = async function* (prefix: string): AsyncGenerator<Listed[]> {
    for (let after: string | undefined; ; ) {
      const from = after === undefined ? {} : { $gt: after };
      const page = await mongo.call(async () => {
        await mongo.confirmPrimary();
        return values
          .find<Listed>(
            { sweep: { $in: ["new", "aged"] }, reference: { ...prefixFilter(prefix), ...from } },
            {
              ...mongo.bounded,
              projection: { reference: 1, owner: 1, sweep: 1 },
              sort: { reference: 1 },
              limit: valuesPerQuery,
            },
          )
          .toArray();
      });
      yield page;
      if (page.length < valuesPerQuery) return;
      after = page.at(-1)?.reference;
    }
  };
  const listAged = (portion: readonly string[]) =>
    mongo.call(async () => {
      await mongo.confirmPrimary();
      return values
        .find({ reference: { $in: [...portion] }, sweep: "aged" }, { ...mongo.bounded, projection: { reference: 1 } })
        .toArray();
    });

  return {
    async beginCleanup(prefix) {
      const aged: { reference: string; owner: string }[] = [];
      for await (const found of listed(prefix)) {
        const young = found.filter(({ sweep }) => sweep === "new").map(({ reference }) => reference);
        await inPortions(young, (some) =>
          values.updateMany({ reference: { $in: some }, sweep: "new" }, { $set: { sweep: "aged" } }),
        );
        for (const { reference, owner, sweep } of found) if (sweep === "aged") aged.push({ reference, owner });
      }
      return aged;
    },
    markReferenced: (references) =>
      inPortions(references, (some) => values.updateMany({ reference: { $in: some } }, { $unset: { sweep: "" } })),
    async eraseUnreferenced(references) {
      let erased = 0;
      for (const portion of splitIntoChunks(references, valuesPerQuery)) {
        const aged = { _id: { $in: (await listAged(portion)).map(({ _id }) => _id) } };
        await mongo.call(() => values.deleteMany({ ...aged, sweep: "aged" }));
        // Some values may have been put again.
        const left = await mongo.call(() => values.countDocuments(aged, mongo.bounded));
        erased += aged._id.$in.length - left;
      }
      return erased;
    },
  };
};
