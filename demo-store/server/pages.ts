import { signQuery } from "../services/signatures.ts";

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => escapes[character] ?? "");

const STYLE = `
:root { color-scheme: light dark; --ink: #1d2527; --quiet: #556266; --paper: #f4f6f5; --sheet: #fff; --line: #d5dcda; --main: #0b6b53; --on: #fff; }
@media (prefers-color-scheme: dark) { :root { --ink: #e9efed; --quiet: #a3b1ad; --paper: #121716; --sheet: #1b2220; --line: #35403d; --main: #5fd0ad; --on: #06231a; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 2.5rem 1rem; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 0 auto; padding: 1.75rem 2rem; background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; }
h1 { margin: 0 0 .25rem; font-size: 1.45rem; line-height: 1.25; }
h2 { margin: 0; font-size: 1.1rem; }
p { margin: .35rem 0 1rem; }
.quiet { color: var(--quiet); }
ul { margin: .25rem 0 1.25rem; padding-left: 1.2rem; }
article { padding: 1rem 0; border-top: 1px solid var(--line); }
.row { display: flex; flex-wrap: wrap; gap: .6rem; align-items: center; }
form { display: inline; }
button, a.button { display: inline-block; padding: .5rem 1rem; border: 1px solid var(--line); border-radius: 6px; background: none; color: var(--ink); font: inherit; text-decoration: none; cursor: pointer; }
button.main, a.button.main { background: var(--main); border-color: var(--main); color: var(--on); }
button:focus-visible, a:focus-visible { outline: 3px solid var(--main); outline-offset: 2px; }
a { color: var(--main); }
h1, h2, code, li, p, dd, pre { overflow-wrap: anywhere; }
h2 { line-height: 1.3; }
nav { margin: 1rem 0; }
nav .end { margin-left: auto; }
a[aria-current] { border-color: var(--main); color: var(--main); font-weight: 600; }
select { padding: .5rem .6rem; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); color: var(--ink); font: inherit; max-width: 100%; }
ol.bare { list-style: none; margin: 1rem 0 0; padding: 0; }
article p { margin: .2rem 0 0; }
dl { margin: 1rem 0; }
dl div { display: grid; grid-template-columns: 9rem 1fr; gap: .1rem 1rem; padding: .2rem 0; }
dt { color: var(--quiet); overflow-wrap: anywhere; }
dd { margin: 0; }
pre { margin: .5rem 0 1.25rem; padding: 1rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; font: inherit; white-space: pre-wrap; }
iframe { width: 100%; height: 24rem; margin-top: .5rem; border: 1px solid var(--line); border-radius: 6px; background: #fff; }
@media (max-width: 34rem) { body { padding: 1rem .6rem; } main { padding: 1.25rem 1rem; } dl div { grid-template-columns: 1fr; } }
`;

/** `body` is HTML. */
export const page = (title: string, body: string): string =>
  `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><main>
${body}
</main></body>
</html>
`;

const decision = (approve: string, decline: string): string => `<form method="post">
<div class="row">
<button class="main" name="decision" value="approve">${approve}</button>
<button name="decision" value="decline">${decline}</button>
</div>
</form>`;

const SCOPES: Record<string, string> = {
  read_orders: "Read orders, refunds, payments and fulfillments of the last 60 days",
  read_all_orders: "Read orders of all time",
  read_customers: "Read customers",
  read_products: "Read products and collections",
  read_inventory: "Read stock and cost of products",
  read_locations: "Read locations",
  read_merchant_managed_fulfillment_orders: "Read fulfillment orders of your own locations",
  read_third_party_fulfillment_orders: "Read fulfillment orders of fulfillment services",
  read_locales: "Read the store's languages",
  read_users: "Read staff members",
  read_payment_terms: "Read payment terms of orders",
};

export const consentPage = (shopTitle: string, domain: string, appName: string, scopes: readonly string[]): string =>
  page(
    `Install ${appName}`,
    `<h1>Install ${escapeHtml(appName)}?</h1>
<p class="quiet">${escapeHtml(shopTitle)} · ${escapeHtml(domain)}</p>
<p>${escapeHtml(appName)} will be able to:</p>
<ul>
${scopes.map((scope) => `<li>${escapeHtml(SCOPES[scope] ?? scope)} <span class="quiet">(${escapeHtml(scope)})</span></li>`).join("\n")}
</ul>
${decision("Install app", "Cancel")}`,
  );

export type ChargeFacts = { name: string; price: string; trialDays: number; test: boolean };

export const chargePage = (shopTitle: string, appName: string, charge: ChargeFacts): string =>
  page(
    `Approve ${charge.name}`,
    `<h1>Approve this subscription?</h1>
<p class="quiet">${escapeHtml(shopTitle)} · ${escapeHtml(appName)}</p>
<ul>
<li>Plan: ${escapeHtml(charge.name)}</li>
<li>Price: ${escapeHtml(charge.price)}</li>
${charge.trialDays > 0 ? `<li>Free for the first ${charge.trialDays} days</li>` : ""}
${charge.test ? "<li>Test charge: nothing is billed</li>" : ""}
</ul>
${decision("Approve", "Decline")}`,
  );

export const noticePage = (title: string, sentence: string): string =>
  page(
    title,
    `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(sentence)}</p>\n<p><a href="/">Back to the demo shops</a></p>`,
  );

export const noSuchStorePage = (): string =>
  noticePage(
    "No such store",
    "There is no demo store at this address. Check the shop name in the address, and try again.",
  );

export type IndexedShop = {
  name: string;
  title: string;
  orders: number;
  zone: string;
  currency: string;
  plan: string;
  installed: boolean;
};

/** Lists the demo shops. `small`: first and last name of the small ones, of which only those in use are listed. */
export const indexPage = (
  appName: string,
  shops: readonly IndexedShop[],
  small: { First: string; Last: string } | null,
): string =>
  page(
    "Demo shops",
    `<h1>Demo shops</h1>
<p class="quiet">A store platform on this machine, with generated orders. Nothing here is real.</p>
<p><a href="/mailbox">Mailbox</a>: the mail that ${escapeHtml(appName)} sends, and calls of its webhooks.</p>
${small ? `<p class="quiet">There are small shops too, <code>${small.First}</code> to <code>${small.Last}</code>. Log in to ${escapeHtml(appName)} by their names; those in use are listed here.</p>` : ""}
${shops
  .map(
    (shop) => `<article>
<h2>${escapeHtml(shop.title)}</h2>
<p class="quiet"><code>${escapeHtml(shop.name)}</code> · ${shop.orders.toLocaleString("en")} orders · ${escapeHtml(shop.zone)} · ${escapeHtml(shop.currency)} · plan ${escapeHtml(shop.plan)}</p>
<div class="row">
<a class="button main" href="/${escapeHtml(shop.name)}/admin/apps/sheaf">Open ${escapeHtml(appName)} as this shop</a>
${shop.installed ? `<form method="post" action="/${escapeHtml(shop.name)}/admin/uninstall"><button>Uninstall</button></form>` : ""}
</div>
</article>`,
  )
  .join("\n")}`,
  );

/** The signed address by which the platform opens the app for a shop (P-1.1). */
export const installLink = (appUrl: string, secret: string, domain: string, wall: number): string => {
  const query = { shop: domain, timestamp: String(Math.floor(wall / 1000)) };
  return `${appUrl}/install?${new URLSearchParams({ ...query, hmac: signQuery(secret, query) })}`;
};
