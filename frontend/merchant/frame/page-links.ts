import { type Page, type PagePath, pages } from "../../shared/navigation/pages.ts";
import { paths, shortestAddress } from "../../shared/navigation/paths.ts";

export type PageLink = Pick<Page, "path" | "name">;

const linkTo = ({ path, name }: PageLink): PageLink => ({ path: shortestAddress(path), name });

const linksTo = (...wanted: PagePath[]): PageLink[] => pages.filter(({ path }) => wanted.includes(path)).map(linkTo);

/** Links in the order of the pages table. */
export const headerLinks: readonly PageLink[] = (pages as readonly Page[])
  .filter(({ inHeader }) => inHeader)
  .map(linkTo);

/** Links without room in a narrow screen's header. */
export const drawerLinks = linksTo(paths.configuration);

export const documentPages = linksTo(paths.privacyNotice, paths.termsOfService, paths.dataProtectionAgreement);

/** The footer's internal links. */
export const footerLinks = (loggedIn: boolean): PageLink[] => [
  ...linksTo(paths.documents),
  ...(loggedIn ? linksTo(paths.contactUs) : []),
];
