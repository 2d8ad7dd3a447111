/** A form of the demo platform, sent without scripts. */
export type HtmlForm = { action: string; fields: Record<string, string>; buttons: { name: string; value: string }[] };

const plainText = (text: string) =>
  text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

const attributes = (tag: string): Record<string, string> =>
  Object.fromEntries(
    [...tag.matchAll(/([a-zA-Z-]+)\s*=\s*"([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      plainText(value),
    ]),
  );

/** Returns a page's only form: plain HTML, `method="post"`, buttons with name and value. */
export const readForm = (html: string, pageUrl: string): HtmlForm => {
  const [, opening, inside] = html.match(/<form\b([^>]*)>([\s\S]*?)<\/form>/i) ?? [];
  if (opening === undefined || inside === undefined) throw new Error(`${pageUrl} has no form: ${html.slice(0, 400)}`);
  const form = attributes(opening);
  if (form.method?.toLowerCase() !== "post") throw new Error(`The form of ${pageUrl} is not sent by POST.`);
  const fields: Record<string, string> = {};
  for (const [, input = ""] of inside.matchAll(/<input\b([^>]*)>/gi)) {
    const { name, value = "", type = "text" } = attributes(input);
    if (name && type !== "submit") fields[name] = value;
  }
  const buttons = [...inside.matchAll(/<button\b([^>]*)>/gi)].map(([, button = ""]) => {
    const { name = "", value = "" } = attributes(button);
    return { name, value };
  });
  return { action: new URL(form.action ?? "", pageUrl).href, fields, buttons };
};

/**
 * Opens a page of the platform, presses the button `decision` and returns the target address, which is the front end's
 * and not followed.
 */
export const decide = async (pageUrl: string, decision: "approve" | "decline"): Promise<string> => {
  const page = await fetch(pageUrl, { redirect: "manual" });
  const html = await page.text();
  if (page.status !== 200) throw new Error(`${pageUrl} answered ${page.status}: ${html.slice(0, 400)}`);
  const form = readForm(html, pageUrl);
  const button = form.buttons.find(({ name, value }) => name === "decision" && value === decision);
  if (!button) throw new Error(`${pageUrl} has no button '${decision}'.`);
  const answer = await fetch(form.action, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ ...form.fields, [button.name]: button.value }),
  });
  const location = answer.headers.get("location");
  if (!location || answer.status < 300 || answer.status > 399)
    throw new Error(
      `After '${decision}', ${form.action} answered ${answer.status}: ${(await answer.text()).slice(0, 400)}`,
    );
  return new URL(location, form.action).href;
};
