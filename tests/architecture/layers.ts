/** Services have their own folders and don't know each other. */
export const services = [
  "command-api",
  "deliverer",
  "exporter",
  "projections",
  "query-api",
  "relay",
  "scheduler",
  "support-api",
  "upkeep",
] as const;

/** A service's `main.ts` and `start.ts` choose its adapters. */
const entry = ["application", "domain", "hosting", "infra"];
const service = ["application", "domain", "infra/config", "infra/ports"];

/**
 * Allowed imports of each part of the product, besides its own files. A file belongs to the entry with the longest
 * matching path. `infra` in a list allows every folder below it. Rule D-1.
 */
export const layers: Readonly<Record<string, readonly string[]>> = {
  domain: [],

  "infra/ports": [],
  "infra/config": ["domain", "infra/ports"],
  "infra/sealing": [],
  "infra/folder": ["infra/ports"],
  "infra/history": ["infra/ports"],
  "infra/http-out": ["infra/ports"],
  "infra/system": ["infra/ports"],
  "infra/openid": ["infra/ports"],
  "infra/memory": ["infra/ports"],
  "infra/bus": ["infra/ports"],
  "infra/eventstoredb": ["infra/ports"],
  "infra/kafka": ["infra/ports"],
  "infra/mongodb": ["infra/ports", "infra/sealing"],
  "infra/sqlite": ["infra/folder", "infra/history", "infra/ports", "infra/sealing"],
  "infra/mail": ["infra/config", "infra/folder", "infra/ports"],
  "infra/destinations": ["domain", "infra/http-out", "infra/ports"],
  "infra/store-platform": ["domain", "infra/config", "infra/http-out", "infra/ports"],
  // Opens the stores that the settings name.
  "infra/stores": [
    "infra/bus",
    "infra/config",
    "infra/eventstoredb",
    "infra/folder",
    "infra/history",
    "infra/kafka",
    "infra/mongodb",
    "infra/ports",
    "infra/sqlite",
  ],

  application: ["domain", "infra/config", "infra/ports"],
  hosting: ["application", "domain", "infra"],

  "command-api": service,
  deliverer: service,
  "deliverer/main.ts": ["deliverer", ...entry],
  "deliverer/start.ts": ["deliverer", ...entry],
  exporter: service,
  "exporter/main.ts": ["exporter", ...entry],
  projections: service,
  "projections/main.ts": ["projections", ...entry],
  "query-api": service,
  relay: [...service, "infra/bus"],
  "relay/main.ts": ["relay", ...entry],
  scheduler: service,
  "scheduler/main.ts": ["scheduler", ...entry],
  "scheduler/start.ts": ["scheduler", ...entry],
  "support-api": service,
  "support-api/main.ts": ["support-api", ...entry],
  "support-api/start.ts": ["support-api", ...entry],
  upkeep: [...service, "infra/destinations"],
  "upkeep/main.ts": ["upkeep", ...entry],
  "upkeep/start.ts": ["upkeep", ...entry],

  "demo-store": ["infra/config", "infra/mail"],
  // The only code that knows services.
  processes: ["application", "demo-store", "domain", "hosting", "infra", ...services],
  deploy: ["processes"],

  "frontend/shared": ["domain"],
  "frontend/merchant": ["domain", "frontend/shared"],
  "frontend/support": ["domain", "frontend/shared"],
  "frontend/build": ["frontend/shared"],
  "frontend/vite.config.ts": ["frontend/build"],
};
