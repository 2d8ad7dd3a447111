import { describeSpilledKills } from "./describe-spilled-kills.ts";

describeSpilledKills(["export:mid-file@30", "export:sorted", "export:mid-rows@20", "export:mid-rows@20^"]);
