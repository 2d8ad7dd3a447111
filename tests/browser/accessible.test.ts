import { describeAccessible } from "./support/describe-accessible.ts";

describeAccessible(0);
