import { describePrivacyKills } from "./describe-privacy-kills.ts";

describePrivacyKills();
