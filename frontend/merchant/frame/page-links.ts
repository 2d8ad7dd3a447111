import { type Page, type PagePath, pages } from "../../shared/navigation/pages.ts";
import { paths, shortestAddress } from "../../shared/navigation/paths.ts";

export type PageLink = Pick<Page, "path" | "name">;

const linkTo = ({ path, name }: PageLink): PageLink => ({ path: shortestAddress(path), name });

const linksTo = (...wanted: PagePath[]): PageLink[] => pages.filter(({ path }) => wanted.includes(path)).map(linkTo);

/** Links of the header, in the order of the table of pages. */
export const headerLinks: readonly PageLink[] = (pages as readonly Page[])
  .filter(({ inHeader }) => inHeader)
  .map(linkTo);

/** Links that on a narrow screen stand below those of the header, in place of what has no room there. */
export const drawerLinks = linksTo(paths.configuration);

/** The three legal documents. */
export const documentPages = linksTo(paths.privacyNotice, paths.termsOfService, paths.dataProtectionAgreement);

/** Links of the footer within the app. */
export const footerLinks = (loggedIn: boolean): PageLink[] => [
  ...linksTo(paths.documents),
  ...(loggedIn ? linksTo(paths.contactUs) : []),
];
