import { escapeHtml, page } from "../server/pages.ts";
import type { Person } from "./passwords.ts";

const fieldStyle =
  "display:block;width:100%;max-width:24rem;margin:.2rem 0 1rem;padding:.5rem .6rem;border:1px solid var(--line);border-radius:6px;background:var(--sheet);color:var(--ink);font:inherit";

/** The sign-in form. `wrong`: the last try failed. */
export const signInPage = (
  people: readonly Person[],
  { uid, wrong, chosen }: { uid: string; wrong: boolean; chosen: string },
): string =>
  page(
    "Sign in",
    `<h1>Sign in to support</h1>
<p class="quiet">The demo's own sign-in. 'npm start' printed a password for each person; each is good once.</p>
${wrong ? '<p role="alert"><strong>That password is not right, or was used.</strong> Take the newest one that was printed.</p>' : ""}
<form method="post" action="/people/interaction/${escapeHtml(uid)}" style="display:block">
<label>Person<select name="person" style="${fieldStyle}">
${people
  .map(
    ({ id, name, roles }) =>
      `<option value="${escapeHtml(id)}"${id === chosen ? " selected" : ""}>${escapeHtml(`${name} (${roles.join(", ")})`)}</option>`,
  )
  .join("\n")}
</select></label>
<label>Password<input name="password" type="password" autocomplete="off" required autofocus style="${fieldStyle}"></label>
<button class="main" type="submit">Sign in</button>
</form>`,
  );

/** Confirms signing out of the provider. `form`: the provider's own. */
export const signOutPage = (form: string): string =>
  page(
    "Sign out",
    `<h1>Sign out here, too?</h1>
<p>You are signed out of the support console. The demo's sign-in still knows you.</p>
${form}
<div class="row">
<button class="main" type="submit" form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>
<button type="submit" form="op.logoutForm">Stay signed in</button>
</div>`,
  );

export const errorPage = (sentence: string): string =>
  page("Sign in", `<h1>Signing in didn't work</h1>\n<p>${escapeHtml(sentence)}</p>`);

/** Shown after signing out without a requested redirect. */
export const signedOutPage = (): string =>
  page("Signed out", "<h1>Signed out</h1>\n<p>The demo's sign-in no longer knows you. You can close this page.</p>");
