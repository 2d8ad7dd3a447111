import { describeBorealisExports } from "./describe-borealis-exports.ts";

// More filters are in exports.long.test.ts.
describeBorealisExports(4);
