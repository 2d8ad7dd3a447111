import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const generated = "@eventstore/db-client/generated";

/**
 * The messages and calls that the vendor's client was generated with. Required, not imported: the files check what they are given with
 * `instanceof`, and the test runner would load some of them twice.
 */
export const shared: typeof import("@eventstore/db-client/generated/shared_pb.js") = require(
  `${generated}/shared_pb.js`,
);
export const status: typeof import("@eventstore/db-client/generated/status_pb.js") = require(
  `${generated}/status_pb.js`,
);
export const streams: typeof import("@eventstore/db-client/generated/streams_pb.js") = require(
  `${generated}/streams_pb.js`,
);
export const gossip: typeof import("@eventstore/db-client/generated/gossip_pb.js") = require(
  `${generated}/gossip_pb.js`,
);
export const features: typeof import("@eventstore/db-client/generated/serverfeatures_pb.js") = require(
  `${generated}/serverfeatures_pb.js`,
);
export const any: typeof import("google-protobuf/google/protobuf/any_pb.js") = require("google-protobuf/google/protobuf/any_pb.js");
export const empty: typeof import("google-protobuf/google/protobuf/empty_pb.js") = require("google-protobuf/google/protobuf/empty_pb.js");

const { StreamsService }: typeof import("@eventstore/db-client/generated/streams_grpc_pb.js") = require(
  `${generated}/streams_grpc_pb.js`,
);
const { GossipService }: typeof import("@eventstore/db-client/generated/gossip_grpc_pb.js") = require(
  `${generated}/gossip_grpc_pb.js`,
);
const { ServerFeaturesService }: typeof import("@eventstore/db-client/generated/serverfeatures_grpc_pb.js") = require(
  `${generated}/serverfeatures_grpc_pb.js`,
);
export const services = { StreamsService, GossipService, ServerFeaturesService };

export const grpc: typeof import("@grpc/grpc-js") = require("@grpc/grpc-js");
