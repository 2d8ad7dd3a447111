import type { IndexHtmlTransformContext, Plugin } from "vite";
import { type Page, pages } from "../shared/navigation/pages.ts";
import { paths } from "../shared/navigation/paths.ts";
import { storageKeys } from "../shared/session/session.ts";
import {
  type Colours,
  darkColours,
  headerHeight,
  lightColours,
  themeStorageKey,
  widths,
} from "../shared/theme/tokens.ts";
import { markShape } from "../shared/ui/mark-shape.ts";

/** Modules that the first script preloads: for every page of the main frame, and for common entry pages. */
const early = {
  frame: "/merchant/frame/main-frame.tsx",
  [paths.reports]: "/merchant/generate-report/generate-report-page.tsx",
  [paths.login]: "/merchant/account/login/login-page.tsx",
} as const;

/** The font file of Latin texts. */
const fontFile = /\/inter-latin-wght-normal-[^/]+\.woff2$/;

type Bundle = NonNullable<IndexHtmlTransformContext["bundle"]>;

/** Lists the files of a module and its static imports, except those that the page loads itself. */
const addressesOf = (bundle: Bundle, module: string, page: ReadonlySet<string>): string[] => {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk");
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const first =
    chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module)) ??
    chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)));
  if (!first) throw new Error(`${module} is not part of the app any more. Mend frontend/build/first-page.ts.`);
  const found = new Set([first.fileName]);
  for (const file of found) for (const imported of byName.get(file)?.imports ?? []) found.add(imported);
  return [...found].map((file) => `/${file}`).filter((address) => !page.has(address));
};

const variables = (colours: Colours): string =>
  (["canvas", "paper", "text", "textSecondary", "line", "sunken"] as const)
    .map((name) => `--${name}:${colours[name]}`)
    .join(";");

const { band, corner, ear, stalks, turns } = markShape;
const mark = [
  '<svg viewBox="0 0 32 32">',
  `<rect width="32" height="32" rx="${corner}" fill="var(--mark)"/>`,
  `<g fill="#fff">${turns.map((turn) => `<path d="${ear}" transform="${turn}"/>`).join("")}</g>`,
  `<rect ${Object.entries(band)
    .map(([name, value]) => `${name}="${value}"`)
    .join(" ")}/>`,
  `<path d="${stalks.d}" fill="none" stroke="#fff" stroke-width="${stalks.width}" stroke-linecap="round"/></svg>`,
].join("");

/** Returns the address prefixes of some pages, as the first script compares them. */
const addresses = (which: (page: Page) => boolean): string[] =>
  pages.filter(which).map(({ path }) => path.replace(/\/:.*/, "").toLowerCase());

/** Colors and sizes that index.html needs. */
const tokens = [
  `html{${variables(lightColours)};--mark:${markShape.light};--header:${headerHeight}px;`,
  `--wide:${widths.wide + 48}px;--page:${widths.page + 48}px;--narrow:${widths.narrow + 48}px}`,
  `html[data-color-scheme="dark"]{${variables(darkColours)};--mark:${markShape.dark}}`,
].join("");

const names = (pages as readonly Page[]).filter(({ inHeader }) => inHeader).map(({ name }) => `<b>${name}</b>`);

/** Values for index.html's script. */
const firstScriptValues = {
  theme: themeStorageKey,
  token: storageKeys.token,
  account: storageKeys.account,
  mains: addresses(({ frame }) => frame === "main"),
  opens: addresses(({ frame }) => frame === "open"),
  wides: addresses(({ frame, wide }) => frame === "main" || wide === true),
};

/** Lists files to preload, by path or `frame`. Empty on the development server, which serves single modules. */
const preloadsOf = (html: string, bundle: Bundle | undefined): Record<string, string[]> => {
  if (!bundle) return {};
  const own = new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, address]) => address ?? ""));
  return Object.fromEntries(
    Object.entries(early).map(([name, module]) => [name.toLowerCase(), addressesOf(bundle, module, own)]),
  );
};

/** The address of the font, if the build has one. */
const fontOf = (bundle: Bundle | undefined): string | null => {
  if (!bundle) return null;
  const file = Object.keys(bundle).find((name) => fontFile.test(`/${name}`));
  if (file === undefined) throw new Error(`No file of the app matches ${fontFile}. Mend frontend/build/first-page.ts.`);
  return `/${file}`;
};

/**
 * Makes index.html draw the page with the first response (ADR 49): it contains the theme's colors and sizes, and its
 * script preloads the page's code.
 */
export const firstPage = (): Plugin => ({
  name: "sheaf:first-page",
  transformIndexHtml: {
    order: "post",
    handler: (html, { bundle }) => ({
      html: html
        .replace(
          '"%TOLD%"',
          JSON.stringify({ ...firstScriptValues, preloads: preloadsOf(html, bundle), font: fontOf(bundle) }),
        )
        .replace("%MARK%", mark)
        .replace("%NAMES%", names.join("")),
      tags: [{ tag: "style", children: tokens, injectTo: "head-prepend" }],
    }),
  },
});
