import { describeBorealisMatching } from "./describe-borealis-matching.ts";

// More filters are in matching.long.test.ts.
describeBorealisMatching(600);
