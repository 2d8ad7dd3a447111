import { describeBorealisExports } from "./describe-borealis-exports.ts";

describeBorealisExports(40);
