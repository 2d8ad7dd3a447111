import type { ApiRequest, Http } from "./http.ts";

/** Each call returns `Data`, and throws ApiError for anything else. */
export type Calls = {
  /** The whole client, for callers that need the ETag or the stale flag. */
  http: Http;
  request: <Data>(apiRequest: ApiRequest) => Promise<Data>;
  get: <Data>(path: string, more?: { params?: Record<string, string>; signal?: AbortSignal }) => Promise<Data>;
  command: <Data>(path: string, body?: unknown, method?: "POST" | "PUT") => Promise<Data>;
};

export const createCalls = (http: Http): Calls => {
  const request = async <Data>(apiRequest: ApiRequest): Promise<Data> => (await http.send<Data>(apiRequest)).data;
  return {
    http,
    request,
    get: (path, more = {}) => request({ method: "GET", kind: "query", path, ...more }),
    command: (path, body, method = "POST") => request({ method, kind: "command", path, body }),
  };
};
