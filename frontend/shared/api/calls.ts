import type { ApiRequest, Http } from "./http.ts";

/** The usual ways to call the API. Each returns `Data`, and throws ApiError for anything else. */
export type Calls = {
  /** For callers that need the ETag or the stale flag. */
  http: Http;
  data: <Data>(request: ApiRequest) => Promise<Data>;
  get: <Data>(path: string, more?: { params?: Record<string, string>; signal?: AbortSignal }) => Promise<Data>;
  command: <Data>(path: string, body?: unknown, method?: "POST" | "PUT") => Promise<Data>;
};

export const createCalls = (http: Http): Calls => {
  const data = async <Data>(request: ApiRequest): Promise<Data> => (await http.send<Data>(request)).data;
  return {
    http,
    data,
    get: (path, more = {}) => data({ method: "GET", kind: "query", path, ...more }),
    command: (path, body, method = "POST") => data({ method, kind: "command", path, body }),
  };
};
