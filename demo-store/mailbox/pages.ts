import { escapeHtml, page } from "../server/pages.ts";
import type { ReceivedCall } from "./calls.ts";
import type { MailHead, WholeMail } from "./read-outbox.ts";

export type MailShop = { name: string; title: string };
export type FormatTime = (at: string, shop: string) => string;

/** Mails listed. Older ones stay in the folder. */
const maxListed = 200;

/** Isolates text direction, so right-to-left names affect only themselves. */
const plain = (text: string): string => `<bdi>${escapeHtml(text)}</bdi>`;
const subjectOf = ({ subject }: Pick<MailHead, "subject">): string => (subject === "" ? "(no subject)" : subject);
const addressOf = (id: string): string => `/mailbox/${encodeURIComponent(id)}`;

const withLinks = (text: string): string =>
  text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, n) =>
      n % 2 === 1
        ? `<a href="${escapeHtml(part)}" rel="noopener noreferrer">${escapeHtml(part)}</a>`
        : escapeHtml(part),
    )
    .join("");

const sizeOf = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${(bytes / 1_000).toFixed(1)} kB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;

const tabs = (here: "mail" | "calls"): string => `<nav class="row" aria-label="Mailbox">
<a class="button" href="/mailbox"${here === "mail" ? ' aria-current="page"' : ""}>Mail</a>
<a class="button" href="/mailbox/calls"${here === "calls" ? ' aria-current="page"' : ""}>Webhook calls</a>
<a class="button end" href="">Refresh</a>
</nav>`;

const facts = (pairs: readonly (readonly [string, string])[]): string =>
  `<dl>${pairs.map(([name, html]) => `<div><dt>${escapeHtml(name)}</dt><dd>${html}</dd></div>`).join("")}</dl>`;

const chooseShop = (shops: readonly MailShop[], chosen: string): string => {
  const option = (value: string, label: string) =>
    `<option value="${escapeHtml(value)}"${value === chosen ? " selected" : ""}>${escapeHtml(label)}</option>`;
  return `<form class="row" method="get">
<label for="shop">Mail of</label>
<select id="shop" name="shop">${option("", "all shops")}${shops.map(({ name, title }) => option(name, title)).join("")}</select>
<button>Show</button>
</form>`;
};

/** The mail of the chosen shop or of all (`''`), newest first. */
export const mailboxPage = (
  { mails, shops, chosen }: { mails: readonly MailHead[]; shops: readonly MailShop[]; chosen: string },
  when: FormatTime,
): string => {
  const titles = new Map(shops.map(({ name, title }) => [name, title]));
  const items = mails.slice(0, maxListed).map(
    (mail) => `<li><article>
<h2><a href="${addressOf(mail.id)}">${plain(subjectOf(mail))}</a></h2>
<p class="quiet">${plain(mail.from)} to ${plain(mail.to)}</p>
<p class="quiet">${[when(mail.at, mail.shop), titles.get(mail.shop), mail.hasFiles ? "with a file" : undefined]
      .flatMap((part) => (part === undefined ? [] : escapeHtml(part)))
      .join(" · ")}</p>
</article></li>`,
  );
  const more =
    mails.length > maxListed
      ? `<p class="quiet">The newest ${maxListed} of ${mails.length.toLocaleString("en")} mails.</p>`
      : "";
  const none =
    "Mail that Sheaf sends is listed here at once. In Sheaf, open an automated report that goes by e-mail, and make a test run.";
  return page(
    "Mailbox",
    `<p><a href="/">Demo shops</a></p>
<h1>Mailbox</h1>
<p class="quiet">Mail of the demo goes nowhere. It lands in a folder on this machine, and you can read it here.</p>
${tabs("mail")}
${shops.length === 0 ? "" : chooseShop(shops, chosen)}
${mails.length === 0 ? `<article><h2>No mail yet</h2><p>${none}</p></article>` : `<ol class="bare">${items.join("\n")}</ol>${more}`}`,
  );
};

/** Page of one mail: headers, text, HTML in a sandboxed frame, files. */
export const mailPage = (mail: WholeMail, when: FormatTime): string => {
  const at = addressOf(mail.id);
  const files = mail.files.map(
    ({ name, content }, n) =>
      `<li><a href="${at}/files/${n}">${plain(name)}</a> <span class="quiet">${sizeOf(content.byteLength)}</span></li>`,
  );
  return page(
    subjectOf(mail),
    `<p><a href="/mailbox">Mailbox</a></p>
<h1>${plain(subjectOf(mail))}</h1>
${facts([
  ["From", plain(mail.from)],
  ["To", plain(mail.to)],
  ...(mail.replyTo === "" ? [] : [["Replies to", plain(mail.replyTo)] as const]),
  ["When", escapeHtml(when(mail.at, mail.shop))],
])}
${files.length === 0 ? "" : `<h2>Files</h2><ul>${files.join("")}</ul>`}
${mail.text === "" ? "" : `<h2>Text</h2><pre dir="auto">${withLinks(mail.text)}</pre>`}
${mail.html === "" ? "" : `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="" src="${at}/html"></iframe>`}`,
  );
};

const callHtml = (call: ReceivedCall, appUrl: string, when: FormatTime): string => {
  // Only links into the app are opened; others stay text.
  const value = (text: string) =>
    text.startsWith(`${appUrl}/`)
      ? `<a href="${escapeHtml(text)}" rel="noopener noreferrer">${escapeHtml(text)}</a>`
      : plain(text);
  const pairs = [...call.query, ...call.headers].map(([name, text]) => [name, value(text)] as const);
  return `<li><article>
<h2>${escapeHtml(call.method)} ${plain(call.name)}</h2>
<p class="quiet">${escapeHtml(when(call.at, ""))}</p>
${facts(pairs)}
${call.body === "" ? "" : `<pre dir="auto">${escapeHtml(call.body)}</pre>`}
</article></li>`;
};

/** Webhook calls, newest first. `address`: their target. */
export const callsPage = (
  { calls, address, appUrl }: { calls: readonly ReceivedCall[]; address: string; appUrl: string },
  when: FormatTime,
): string =>
  page(
    "Webhook calls",
    `<p><a href="/">Demo shops</a></p>
<h1>Mailbox</h1>
<p class="quiet">Calls to <code>${escapeHtml(address)}</code> arrive here. This address is on your own machine, so Sheaf calls it only when it was started with <code>ALLOW_PRIVATE_HOSTS=true</code>.</p>
${tabs("calls")}
${
  calls.length === 0
    ? "<article><h2>No calls yet</h2><p>Enter the address as the webhook of an automated report, and test it. Calls are kept until the demo store stops.</p></article>"
    : `<ol class="bare">${calls.map((call) => callHtml(call, appUrl, when)).join("\n")}</ol>`
}`,
  );
