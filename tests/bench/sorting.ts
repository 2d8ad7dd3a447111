import { catalogueOf } from "#demo-store/generate/catalogue.ts";
import { createRandom } from "#demo-store/generate/random.ts";
import { demoShop } from "#demo-store/generate/shops.ts";
import { createInMemoryRuns } from "#domain/external-sort/in-memory-runs.ts";
import { createRowOrder, type SortKey } from "#domain/reports/row-order.ts";
import { compareCodePoints, createCollation } from "#domain/text/collation.ts";
import { type Figure, interleaved } from "./measure.ts";

const count = 120_000;
const locale = "en";

/** Texts of each kind in no order, the same in every run. */
const texts = (): Record<string, readonly string[]> => {
  const random = createRandom(7);
  const many = (one: () => string) => Array.from({ length: count }, one);
  const shop = demoShop("cumulus-demo", { demoNow: new Date(0), origin: "https://cumulus-demo.example" });
  const variants = catalogueOf(shop).flatMap(({ product, variants }) =>
    variants.map(({ title, variant }) => ({ product: product.title, title: title ?? "", sku: variant.sku ?? "" })),
  );
  const kind = () => random.pick(["Linen shirt", "Trail shoe", "Copper pan", "Überhemd", "Φλιτζάνι", "帆布バッグ"]);
  return {
    "product titles": many(() => random.pick(variants).product),
    "variant titles": many(() => random.pick(variants).title),
    SKUs: many(() => random.pick(variants).sku),
    "titles without digits": many(() => `${kind()} ${random.pick(["Blue", "Rot", "S / Oak"])} ${kind()} ${kind()}`),
    "titles with a number, few alike": many(() => `${kind()} ${random.int(1, 9_000)}`),
    "order numbers": many(() => `#${random.int(1, count)}`),
    "ids of 13 digits": many(() => String(5_900_000_000_000 + random.int(1, 1_000_000_000))),
  };
};

/** Milliseconds of the processor to sort texts as a sorted report does. */
const sorting = async (of: readonly string[], collate: (left: string, right: string) => number): Promise<number> => {
  const { keyOf, compare } = createRowOrder({ valueKind: "text", descending: false }, collate);
  const keys = of.map((text) => keyOf({ kind: "text", text }));
  const before = process.cpuUsage();
  const sorted = createInMemoryRuns<SortKey>(compare);
  for (const key of keys) sorted.push(key);
  for (const _key of sorted.all());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** 120,000 texts as a report sorts them, beside the same with their digits compared as characters. */
export const run = async (): Promise<Figure[]> => {
  const collate = createCollation(locale);
  const { compare } = new Intl.Collator(locale);
  const byCharacter = (left: string, right: string) => compare(left, right) || compareCodePoints(left, right);
  const figures: Figure[] = [];
  for (const [kind, of] of Object.entries(texts())) {
    const measured = await interleaved(
      9,
      () => sorting(of, collate),
      () => sorting(of, byCharacter),
    );
    figures.push({
      name: `sorting 120,000 ${kind}, processor`,
      value: measured.ours,
      unit: "ms",
      peer: { name: "digits as characters", value: measured.peer, ratio: measured.ours / measured.peer },
    });
  }
  return figures;
};
