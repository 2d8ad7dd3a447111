import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDemoStore } from "#demo-store/create-demo-store.ts";
import { createPasswords, type Passwords, type Person } from "#demo-store/people/passwords.ts";
import { createOpenId } from "#infra/openid/identity-provider.ts";
import { type ConsoleForTests, startConsoleForTests } from "#tests/support/console-for-tests.ts";
import { freePort } from "#tests/support/start-sheaf.ts";
import { signInAtConsole } from "#tests/support/support-person.ts";

/** ADR 95: the sign-in between the console and a real OpenID Connect provider, by people of every role. */

const people: readonly Person[] = [
  { id: "viewer-demo", name: "Demo viewer", roles: ["viewer"] },
  { id: "agent-demo", name: "Demo agent", roles: ["agent"] },
  { id: "admin-demo", name: "Demo admin", roles: ["viewer", "admin"] },
  { id: "guest-demo", name: "Demo guest", roles: ["accounting"] },
];
const printed: string[] = [];
let passwords: Passwords;
let store: ReturnType<typeof createDemoStore>;
let support: ConsoleForTests;
const said = { output: () => printed.join("\n") };

beforeAll(async () => {
  passwords = createPasswords(people, (person, password) => printed.push(`${person}: ${password}`));
  for (const { id } of people) printed.push(`${id}: ${passwords.current(id)}`);
  const port = await freePort();
  support = await startConsoleForTests({
    createIdentity: async (supportUrl) => {
      store = createDemoStore({ support: { people, passwords, clientId: "sheaf-support", supportUrl } });
      await store.listen(port);
      return createOpenId({
        issuer: `http://localhost:${port}/people`,
        clientId: "sheaf-support",
        redirectUri: `${supportUrl}/support/auth/callback`,
        signedOutUri: `${supportUrl}/support/`,
      });
    },
  });
});
afterAll(async () => {
  await support?.close();
  await store?.close();
});

describe("signing in with the provider", () => {
  it.each([
    ["viewer-demo", "viewer", 403],
    ["agent-demo", "agent", 404],
    ["admin-demo", "admin", 404],
  ])("gives %s the role %s", async (person, role, whenActing) => {
    const somebody = await signInAtConsole(said, support.url, person);
    expect(somebody.me).toMatchObject({ role, name: people.find(({ id }) => id === person)?.name });
    expect((await somebody.get("shops")).status).toBe(200);
    expect((await somebody.post("dead-jobs/unknown/drop", { reason: "For a test" })).status).toBe(whenActing);
  });

  it("is refused for someone without a role", async () => {
    await expect(signInAtConsole(said, support.url, "guest-demo")).rejects.toThrow(/problem=no-role/);
  });

  it("accepts a password once, and never another person's", async () => {
    const { password } = await signInAtConsole(said, support.url, "viewer-demo");
    await expect(signInAtConsole(said, support.url, "viewer-demo", password)).rejects.toThrow(/not right, or was used/);
    const other = passwords.current("agent-demo");
    await expect(signInAtConsole(said, support.url, "viewer-demo", other)).rejects.toThrow(/not right, or was used/);
  });

  it("is refused for a changed code, with a message", async () => {
    const browser = await support.begin();
    expect((await support.comeBack(browser, "made-up")).headers.get("location")).toBe("/support/login?problem=refused");
  });

  it("is undone everywhere by signing out, including at the provider", async () => {
    const somebody = await signInAtConsole(said, support.url, "admin-demo");
    const answer = (await (await somebody.post("sign-out-everywhere")).json()) as { leaveTo: string };
    const leave = new URL(answer.leaveTo);
    expect(leave.pathname).toBe("/people/session/end");
    expect(leave.searchParams.get("post_logout_redirect_uri")).toBe(`${support.url}/support/`);
    expect((await fetch(leave, { headers: { cookie: somebody.cookie } })).status).toBe(200);
    expect((await somebody.get("me")).status).toBe(401);
  });
});
