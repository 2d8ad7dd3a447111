import { describeBorealisMatching } from "./describe-borealis-matching.ts";

describeBorealisMatching(4_000);
