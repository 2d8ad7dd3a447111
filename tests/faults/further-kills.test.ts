import { describeFurtherKills } from "./describe-further-kills.ts";

describeFurtherKills();
