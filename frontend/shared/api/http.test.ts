import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import { createHttp } from "./http.ts";

const envelope = (data: unknown) => ({
  Ok: true,
  Data: data,
  ErrorCode: null,
  ErrorMessage: null,
  ErrorDetails: null,
  ErrorHelp: null,
});

const refusal = (code: string, message: string) => ({
  Ok: false,
  Data: null,
  ErrorCode: code,
  ErrorMessage: message,
  ErrorDetails: "details",
  ErrorHelp: "help",
});

const json = (body: unknown, init: ResponseInit = {}) => new Response(JSON.stringify(body), init);

/** A client whose server gives these answers in turn; an Error means no response. */
const given = (...answers: (Response | Promise<Response> | Error)[]) => {
  const seen: { url: string; init: RequestInit; headers: Headers }[] = [];
  const told: string[] = [];
  const waits: number[] = [];
  const positions: string[] = [];
  const troubles: string[] = [];
  const away: string[] = [];
  let ids = 0;
  const state = { token: "first" as string | null };
  const http = createHttp({
    baseUrl: "/api",
    fetch: async (url, init = {}) => {
      seen.push({ url: String(url), init, headers: new Headers(init.headers) });
      const answer = answers.shift();
      if (answer === undefined) throw new Error("the test has no further answer");
      if (answer instanceof Error) throw answer;
      return answer;
    },
    token: () => state.token,
    refreshToken: (token) => {
      state.token = token;
    },
    createCommandId: () => `id-${++ids}`,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
    onSignedOut: (message) => told.push(message),
    onNoResponse: () => told.push("offline"),
    onPosition: (position) => positions.push(position),
    onTroubles: (named) => troubles.push(named.join()),
    onSuspectedOutage: () => troubles.push("doubt"),
    onUnavailable: () => away.push("away"),
    onAvailableAgain: () => away.push("back"),
  });
  const query = (path = "reports/get-reports") => http.send({ method: "GET", kind: "query", path });
  const command = () => http.send({ method: "POST", kind: "command", path: "reports/create-new", body: { a: 1 } });
  return { http, query, command, seen, told, waits, positions, troubles, away, state };
};

const logged = () => vi.mocked(console.warn).mock.calls.map((words) => words.join(" "));
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error("the call succeeded");
};

describe("responses", () => {
  it("return the data of an envelope, with its ETag and whether it is stale", async () => {
    const { query } = given(json(envelope([1]), { headers: { etag: '"7"', "x-stale": "true" } }));
    expect(await query()).toEqual({ data: [1], etag: '"7"', stale: true });
  });

  it("become an error with the server's message if the envelope isn't ok, whatever the status", async () => {
    for (const status of [200, 404, 409]) {
      const error = await failureOf(given(json(refusal("Quota", "No more designs."), { status })).query());
      expect(error).toMatchObject({
        code: "Quota",
        message: "No more designs.",
        details: "details",
        help: "help",
        status,
      });
    }
  });

  it("become a FetchCatch error with the status if they have no envelope", async () => {
    for (const body of ["<html>Teapot</html>", "{}", ""]) {
      const error = await failureOf(given(new Response(body, { status: 418 })).query());
      expect(error).toMatchObject({ code: "FetchCatch", status: 418 });
      expect(error.message).toContain("418");
    }
  });

  it("say what to do if a proxy finds the request too large", async () => {
    const error = await failureOf(given(new Response("<html>", { status: 413 })).command());
    expect(error.message).toBe("What you sent is too large. Remove some of it and try again, or contact support.");
  });
});

describe("the token", () => {
  it("is sent as a bearer token, and replaced by a refreshed one", async () => {
    const { query, seen, state } = given(
      json(envelope(1), { headers: { "jwt-refresh": "second" } }),
      json(envelope(1)),
    );
    await query();
    expect(state.token).toBe("second");
    await query();
    expect(seen.map(({ headers }) => headers.get("authorization"))).toEqual(["Bearer first", "Bearer second"]);
  });

  it("isn't restored by a response that arrives after logout", async () => {
    const { query, state } = given(json(envelope(1), { headers: { "jwt-refresh": "second" } }));
    const call = query();
    state.token = null;
    await call;
    expect(state.token).toBeNull();
  });
});

describe("being signed out", () => {
  it("is announced on 401 and 402, with or without an envelope", async () => {
    const unauthorized = given(json(refusal("X", "y"), { status: 401 }));
    expect(await failureOf(unauthorized.query())).toMatchObject({ status: 401, skipped: true });
    expect(unauthorized.told).toEqual(["User is not authorized. Please login again."]);
    const unpaid = given(new Response("", { status: 402 }));
    expect(await failureOf(unpaid.query())).toMatchObject({ status: 402, skipped: true });
    expect(unpaid.told).toEqual(["Pending charges. Please login again."]);
  });

  it("doesn't affect a newer login if an older call is refused", async () => {
    const { query, told, state } = given(new Response("", { status: 401 }));
    const call = failureOf(query());
    state.token = "newer";
    await call;
    expect(told).toEqual([]);
  });
});

describe("the client", () => {
  it("repeats a command after a network failure, with the same id", async () => {
    const { command, seen, told } = given(new TypeError("Failed to fetch"), json(envelope("made")));
    expect(await command()).toMatchObject({ data: "made" });
    expect(seen.map(({ headers }) => headers.get("x-command-id"))).toEqual(["id-1", "id-1"]);
    expect(told).toEqual([]);
  });

  it("gives each command its own id, and queries none", async () => {
    const { command, query, seen } = given(json(envelope(1)), json(envelope(2)), json(envelope(3)));
    await command();
    await command();
    await query();
    expect(seen.map(({ headers }) => headers.get("x-command-id"))).toEqual(["id-1", "id-2", null]);
  });

  it("waits as long as a busy server asks, and accepts its second answer", async () => {
    const busy = () => json(refusal("Busy", "Please try again."), { status: 503, headers: { "retry-after": "2" } });
    const { command, waits } = given(busy(), busy());
    expect(await failureOf(command())).toMatchObject({ code: "Busy", status: 503 });
    expect(waits).toEqual([2000]);
  });

  it("doesn't repeat a call if the server gives no Retry-After, or a long or invalid one", async () => {
    for (const headers of [{}, { "retry-after": "30" }, { "retry-after": "later" }]) {
      const { command, seen } = given(json(refusal("Down", "d"), { status: 503, headers }));
      expect(await failureOf(command())).toMatchObject({ code: "Down" });
      expect(seen).toHaveLength(1);
    }
  });

  it("goes offline after the second failure, but not for a background call", async () => {
    const { query, told } = given(new TypeError("no"), new TypeError("no"));
    expect(await failureOf(query())).toMatchObject({ code: "NoResponse", status: 0, skipped: true });
    expect(told).toEqual(["offline"]);
    const quiet = given(new TypeError("no"), new TypeError("no"));
    const call = quiet.http.send({
      method: "POST",
      kind: "query",
      path: "instrumentation/isOnline",
      isBackground: true,
    });
    expect(await failureOf(call)).toMatchObject({ code: "NoResponse", skipped: false });
    expect(quiet.told).toEqual([]);
  });

  it("neither repeats nor goes offline for a canceled call", async () => {
    const { http, told, seen } = given(new DOMException("gone", "AbortError"));
    const signal = AbortSignal.abort();
    await expect(http.send({ method: "GET", kind: "query", path: "x", signal })).rejects.toThrow("gone");
    expect(told).toEqual([]);
    expect(seen).toHaveLength(1);
  });
});

describe("while Sheaf is unavailable, the client", () => {
  const page = (status: number) => new Response("<html>Bad gateway</html>", { status });
  const starting = () =>
    json(refusal("starting", "Sheaf is starting."), { status: 503, headers: { "retry-after": "4" } });

  it("sends a command with the same id until it is answered, and reports each wait", async () => {
    const { command, seen, waits, away, told, troubles } = given(
      ...[page(502), page(503), starting(), page(504), page(502), page(502)],
      json(envelope("made")),
    );
    expect(await command()).toMatchObject({ data: "made" });
    expect(new Set(seen.map(({ headers }) => headers.get("x-command-id")))).toEqual(new Set(["id-1"]));
    expect(waits).toEqual([1000, 2000, 4000, 5000, 5000, 5000]);
    expect(away).toEqual([...Array.from({ length: 6 }, () => "away"), "back"]);
    expect([told, troubles]).toEqual([[], []]);
  });

  it("sends a query until it is answered, even while the server refuses connections", async () => {
    const { query, seen, told } = given(
      page(502),
      new TypeError("refused"),
      new TypeError("refused"),
      json(envelope(1)),
    );
    expect(await query()).toMatchObject({ data: 1 });
    expect(seen).toHaveLength(4);
    expect(told).toEqual([]);
  });

  it("goes offline after a long time without a response", async () => {
    const { query, told, seen } = given(page(502), ...Array.from({ length: 11 }, () => new TypeError("no")));
    expect(await failureOf(query())).toMatchObject({ code: "NoResponse" });
    expect(told).toEqual(["offline"]);
    expect(seen).toHaveLength(12);
  });

  it("uses the id of a waiting command if that is given again", async () => {
    const pending = Promise.withResolvers<Response>();
    const { command, seen } = given(page(502), pending.promise, json(envelope("made")));
    const first = command();
    await vi.waitFor(() => expect(seen).toHaveLength(2));
    await command();
    pending.resolve(json(envelope("made")));
    await first;
    expect(seen.map(({ headers }) => headers.get("x-command-id"))).toEqual(["id-1", "id-1", "id-1"]);
  });

  it("sends a test only once, even if it fails", async () => {
    const test = { method: "GET", kind: "query", path: "automations/test-webhook/a", noRetry: true } as const;
    const busy = json(refusal("Busy", "b"), { status: 503, headers: { "retry-after": "1" } });
    for (const answer of [page(502), starting(), busy, new TypeError("no")]) {
      const { http, seen } = given(answer);
      await failureOf(http.send(test));
      expect(seen).toHaveLength(1);
    }
    const error = await failureOf(given(page(502)).http.send(test));
    expect(error.message).toBe("Sheaf isn't answering right now. Try again in a moment.");
  });

  it("doesn't wait for a background call or a canceled one", async () => {
    const quiet = given(page(502));
    await failureOf(quiet.http.send({ method: "POST", kind: "query", path: "x", isBackground: true }));
    expect([quiet.seen.length, quiet.away]).toEqual([1, []]);
    const leave = new AbortController();
    const leaving = given(page(502));
    const call = leaving.http.send({ method: "GET", kind: "query", path: "x", signal: leave.signal });
    leave.abort(new Error("left"));
    await expect(call).rejects.toThrow("left");
    expect(leaving.seen).toHaveLength(1);
  });

  it("doesn't repeat a call that Sheaf itself refused", async () => {
    const { query, seen } = given(json(refusal("access-denied", "The store refused."), { status: 502 }));
    expect(await failureOf(query())).toMatchObject({ code: "access-denied", status: 502 });
    expect(seen).toHaveLength(1);
  });
});

describe("a failed command", () => {
  it("keeps its id when it is repeated until its outcome is known", async () => {
    const busy = () => json(refusal("Busy", "Try again."), { status: 503 });
    const { command, seen } = given(busy(), busy(), json(envelope(1)), json(envelope(2)));
    await failureOf(command());
    await failureOf(command());
    await command();
    await command();
    expect(seen.map(({ headers }) => headers.get("x-command-id"))).toEqual(["id-1", "id-1", "id-1", "id-2"]);
  });

  it("gets a new id when it is repeated after a refusal", async () => {
    const { command, seen } = given(json(refusal("Quota", "No more.")), json(envelope(1)));
    await failureOf(command());
    await command();
    expect(seen.map(({ headers }) => headers.get("x-command-id"))).toEqual(["id-1", "id-2"]);
  });
});

describe("the server's troubles", () => {
  it("are passed on from any response that names them", async () => {
    const headers = { "x-troubles": "saving, reports, something-newer" };
    const { query, troubles } = given(
      json(envelope(1), { headers }),
      json(refusal("Busy", "b"), { status: 503, headers }),
    );
    await query();
    await failureOf(query());
    // The caller's failure may have another cause.
    expect(troubles).toEqual(["saving,reports", "saving,reports", "doubt"]);
  });

  it("are suspected after a temporary failure without a reason, except by the status probe", async () => {
    const busy = () => json(refusal("Busy", "b"), { status: 503 });
    const { query, http, troubles } = given(json(envelope(1)), busy(), busy());
    await query();
    await failureOf(query());
    await failureOf(http.send({ method: "GET", kind: "query", path: "instrumentation/troubles", isStatusProbe: true }));
    expect(troubles).toEqual(["doubt"]);
  });

  it("are suspected if a call gets no response for three seconds", async () => {
    vi.useFakeTimers();
    try {
      const pending = Promise.withResolvers<Response>();
      const { query, troubles } = given(pending.promise);
      const call = query();
      await vi.advanceTimersByTimeAsync(2_999);
      expect(troubles).toEqual([]);
      await vi.advanceTimersByTimeAsync(1);
      expect(troubles).toEqual(["doubt"]);
      pending.resolve(json(envelope(1)));
      await call;
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("reading your own writes", () => {
  it("sends the newest known position with queries, and never an older one", async () => {
    const { command, query, seen, http } = given(
      json(envelope(1), { headers: { "x-event-position": "0000000012" } }),
      json(envelope(1), { headers: { "x-event-position": "0000000009" } }),
      json(envelope(1)),
      json(envelope(1)),
    );
    await command();
    await command();
    await query();
    http.forgetPosition();
    await query();
    expect(seen.map(({ headers }) => headers.get("x-await-position"))).toEqual([null, null, "0000000012", null]);
  });

  it("includes another tab's writes, and announces each newer position once", async () => {
    const { command, query, seen, http, positions } = given(
      json(envelope(1), { headers: { "x-event-position": "0000000012" } }),
      json(envelope(1), { headers: { "x-event-position": "0000000012" } }),
      json(envelope(1)),
    );
    await command();
    await command();
    http.notePosition("0000000015");
    http.notePosition("0000000003");
    await query();
    expect(positions).toEqual(["0000000012"]);
    expect(seen.at(-1)?.headers.get("x-await-position")).toBe("0000000015");
  });

  it("sends the ETag that a change is based on", async () => {
    const { http, seen } = given(json(envelope(1)));
    await http.send({ method: "PUT", kind: "command", path: "x", body: {}, ifMatch: '"3"' });
    expect(seen[0]?.headers.get("if-match")).toBe('"3"');
  });
});

describe("the browser's log", () => {
  it("has each skipped error once: a refused token, a pending charge, no response", async () => {
    await failureOf(given(new Response("", { status: 401 })).query());
    await failureOf(given(new Response("", { status: 402 })).query());
    await failureOf(given(new TypeError("no route"), new TypeError("no route")).query());
    expect(logged()).toEqual([
      "Unauthorized: User is not authorized. Please login again. GET reports/get-reports",
      "PendingCharges: Pending charges. Please login again. GET reports/get-reports",
      "NoResponse: Sheaf can't be reached. Check your connection. GET reports/get-reports: TypeError: no route",
    ]);
  });

  it("doesn't have errors that are shown on a screen", async () => {
    await failureOf(given(json(refusal("Quota", "No more designs."))).query());
    const quiet = given(new TypeError("no"), new TypeError("no"));
    await failureOf(quiet.http.send({ method: "POST", kind: "query", path: "x", isBackground: true }));
    expect(logged()).toEqual([]);
  });
});

describe("an event stream", () => {
  const stream = (text: string, init: ResponseInit = {}) =>
    new Response(text, {
      headers: { "content-type": "text/event-stream", ...init.headers },
      status: init.status ?? 200,
    });
  const listen = ({ http }: ReturnType<typeof given>) =>
    http.stream({ path: "reportData/live-events", params: { after: "7" }, signal: new AbortController().signal });

  it("is requested with the token in the header, and may refresh it", async () => {
    const asked = given(stream("data: 1\n\n", { headers: { "jwt-refresh": "second" } }));
    expect(await new Response(await listen(asked)).text()).toBe("data: 1\n\n");
    expect(asked.seen[0]?.url).toBe("/api/reportData/live-events?after=7");
    expect(asked.seen[0]?.headers.get("authorization")).toBe("Bearer first");
    expect(asked.state.token).toBe("second");
  });

  it("signs out on 401, and otherwise fails with the server's error", async () => {
    const out = given(json(refusal("unauthorized", "No."), { status: 401 }));
    expect(await failureOf(listen(out))).toMatchObject({ skipped: true });
    expect(out.told).toEqual(["User is not authorized. Please login again."]);
    const many = given(json(refusal("too-many", "Too many."), { status: 429 }));
    expect(await failureOf(listen(many))).toMatchObject({ code: "too-many", skipped: false });
    const other = given(json(envelope(1)));
    expect(await failureOf(listen(other))).toMatchObject({ code: "FetchCatch" });
  });

  it("fails if the network is unreachable, without going offline", async () => {
    const away = given(new Error("away"));
    await expect(listen(away)).rejects.toThrow("away");
    expect(away.told).toEqual([]);
  });
});

it("shows the server's message if the store withdrew its permission", async () => {
  const { query, told } = given(json(refusal("refresh", "Log in again."), { status: 401 }));
  expect(await failureOf(query())).toMatchObject({ code: "refresh", skipped: true });
  expect(told).toEqual(["Log in again."]);
});
