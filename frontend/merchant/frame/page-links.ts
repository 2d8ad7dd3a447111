import { paths } from "../../shared/navigation/paths.ts";
import { hasPage, routes } from "../routes.tsx";

export type PageLink = { path: string; name: string };

/** Links of the header, in the order of the routes table. */
export const headerLinks = (): PageLink[] =>
  routes.flatMap(({ path, header }) => (header === undefined ? [] : [{ path, name: header }]));

const present = (links: PageLink[]) => links.filter(({ path }) => hasPage(path));

/** The three legal documents. */
export const documentPages = (): PageLink[] =>
  present([
    { path: paths.privacyNotice, name: "Privacy Notice" },
    { path: paths.termsOfService, name: "Terms of Service" },
    { path: paths.dataProtectionAgreement, name: "Data Protection Agreement" },
  ]);

/** Links of the footer within the app. */
export const footerLinks = (loggedIn: boolean): PageLink[] =>
  present([
    { path: paths.documents, name: "Legal documents" },
    ...(loggedIn ? [{ path: paths.contactUs, name: "Contact Us" }] : []),
  ]);
