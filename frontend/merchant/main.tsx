import { QueryClient } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { createBrowserRouter, RouterProvider } from "react-router-dom";
import { createCommandId } from "../shared/api/command-id.ts";
import { createHttp } from "../shared/api/http.ts";
import { createTroubles } from "../shared/api/troubles.ts";
import { createDrafts } from "../shared/drafts/drafts.ts";
import { configurationTabs } from "../shared/events/configuration-tabs.ts";
import { createOtherTabs } from "../shared/events/other-tabs.ts";
import { clearAfterLogin, consumeAfterLogin, storeAfterLogin } from "../shared/navigation/after-login.ts";
import { storeCameFrom } from "../shared/navigation/came-from.ts";
import { findPage } from "../shared/navigation/pages.ts";
import { isPath, paths } from "../shared/navigation/paths.ts";
import { redirectFor } from "../shared/navigation/rules.ts";
import { getEntryPath, storeEndedImpersonation } from "../shared/session/ended-impersonation.ts";
import { createFlashBox } from "../shared/session/flash.ts";
import { createSession } from "../shared/session/session.ts";
import { setDateFormat } from "../shared/time/day-form.ts";
import { lockPageScroll } from "../shared/ui/lock-page-scroll.ts";
import { createMerchantApi } from "./api.ts";
import { App } from "./app.tsx";
import { invalidateDependents } from "./resources/configuration/keys.ts";
import { preloadPage } from "./routes.tsx";
import type { Services } from "./services.tsx";
import { clearSelections } from "./which-orders/specific-orders/stored-selection.ts";

const session = createSession(window.localStorage, window.sessionStorage);
const followDateFormat = () => setDateFormat(session.current()?.account.date_format);
followDateFormat();
// Must subscribe first: screens read the format when they render.
session.subscribe(followDateFormat);
const flash = createFlashBox();
const queryClient = new QueryClient({
  // The API client handles retries; a second layer would only hide failures.
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false }, mutations: { retry: false } },
});

/** Lets each tab read the others' writes. */
const positions = createOtherTabs<string>("sheaf-positions");

const wiped = createOtherTabs<null>("sheaf-drafts-wiped");
const isImpersonation = () => session.current()?.support !== undefined;
/** Support's drafts stay in their tab. */
const draftsIn = () => (isImpersonation() ? window.sessionStorage : window.localStorage);
const drafts = createDrafts({
  storage: {
    getItem: (key) => draftsIn().getItem(key),
    setItem: (key, value) => draftsIn().setItem(key, value),
    removeItem: (key) => draftsIn().removeItem(key),
    key: (at) => draftsIn().key(at),
    get length() {
      return draftsIn().length;
    },
  },
  loggedIn: () => session.current()?.account.id ?? null,
  now: () => Date.now(),
  onCleared: () => {
    if (!isImpersonation()) wiped.notify(null);
  },
});
wiped.listen(drafts.wipedElsewhere);
configurationTabs.listen(() => invalidateDependents(queryClient));

const wait = (milliseconds: number) => new Promise<void>((done) => setTimeout(done, milliseconds));

const http = createHttp({
  baseUrl: "/api",
  fetch: window.fetch.bind(window),
  token: () => session.current()?.token ?? null,
  refreshToken: session.refreshToken,
  createCommandId,
  wait,
  onSignedOut: (message) => {
    if (isImpersonation()) return leaveImpersonation(message, { keepDrafts: true });
    storeReturnPath(session.current()?.account.id ?? null);
    signOut({ keepDrafts: true });
    flash.show({ severity: "error", message });
    void router.navigate(paths.login);
  },
  onNoResponse: () => {
    const { pathname, search, hash } = window.location;
    if (isPath(pathname, paths.offline)) return;
    const from = pathname + search + hash;
    storeCameFrom(window.sessionStorage, from);
    void router.navigate(paths.offline, { state: { from } });
  },
  onPosition: positions.notify,
  onTroubles: (reported) => troubles.report(reported),
  onSuspectedOutage: () => troubles.suspectOutage(),
  onUnavailable: () => troubles.markUnavailable(),
  onAvailableAgain: () => troubles.markAvailable(),
});
positions.listen(http.notePosition);
const api = createMerchantApi(http);

const troubles = createTroubles({ fetchTroubles: api.troubles, wait });
// Reloads failed queries, and after a real trouble all visible ones, so nobody has to reload the page.
troubles.onRecovered((had) => {
  void queryClient.refetchQueries({ type: "active", predicate: ({ state }) => had || state.status === "error" });
});

/** Remembers this page for after the login, unless it belongs to the login itself. */
const storeReturnPath = (account: string | null) => {
  const { pathname, search, hash } = window.location;
  if (findPage(pathname)?.frame === "account") return;
  storeAfterLogin(window.sessionStorage, { path: pathname + search + hash, account });
};
if (
  session.current() === null &&
  redirectFor(window.location, null, getEntryPath(window.sessionStorage)) === paths.login
)
  storeReturnPath(null);

const signOut: Services["signOut"] = ({ keepDrafts }) => {
  // Must come first: an editor that closes now must find nothing to keep.
  if (!keepDrafts) drafts.clearAll();
  // After a deliberate logout the next login starts at the default page.
  if (!keepDrafts) clearAfterLogin(window.sessionStorage);
  session.clear();
  clearSelections(window.sessionStorage);
  queryClient.removeQueries({ predicate: (query) => query.queryKey[0] !== "app-config" });
  http.forgetPosition();
};

const leaveImpersonation: Services["leaveImpersonation"] = (why, options) => {
  const { support, account } = session.current() ?? {};
  if (support === undefined || account === undefined) return;
  storeEndedImpersonation(window.sessionStorage, { shop: account.name, why, console: support.Console });
  signOut(options);
  void router.navigate(paths.impersonationEnded);
};

const leaveFor = (url: string) => {
  const target = new URL(url, window.location.origin);
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    throw new Error(`The server gave an address that can't be opened (${target.protocol}). Contact support.`);
  }
  window.location.assign(target.href);
};

const services: Services = {
  api,
  session,
  flash,
  drafts,
  troubles,
  queryClient,
  signOut,
  leaveImpersonation,
  leaveFor,
};
const router = createBrowserRouter([{ path: "*", element: <App services={services} /> }]);

const readAgain = () => {
  const before = session.current()?.account.id;
  // Must run before anything renders, as the address then becomes the login page's.
  const isEnded = before !== undefined && !session.isPersisted();
  if (isEnded) {
    storeReturnPath(before);
    flash.show({ severity: "info", message: "You were logged out in another tab." });
  }
  session.reload();
  // A login elsewhere brings this tab back to its page.
  const now = session.current();
  if (before === undefined && now !== null && isPath(window.location.pathname, paths.login)) {
    const path = consumeAfterLogin(window.sessionStorage, now.account.id);
    if (path !== null) void router.navigate(path, { replace: true });
  }
  drafts.changedElsewhere();
  // Another tab logged out or switched shops, so the cache is invalid.
  if (session.current()?.account.id !== before) {
    queryClient.clear();
    clearSelections(window.sessionStorage);
  }
};
window.addEventListener("storage", readAgain);
// A page in the browser's back/forward cache misses other tabs' events.
window.addEventListener("pageshow", (event) => event.persisted && readAgain());

lockPageScroll(document.body);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no element with the id root.");

/** The first page of this visit. index.html's content stays until its code is loaded. */
const firstPath = (): string => {
  const account = session.current()?.account;
  const user = account ? { acceptedTerms: account.accept_terms_etc !== null } : null;
  return (
    redirectFor(window.location, user, getEntryPath(window.sessionStorage))?.split("?")[0] ?? window.location.pathname
  );
};
// Not awaited: that code imports this module, which would be a deadlock.
void preloadPage(firstPath()).then(() =>
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  ),
);
