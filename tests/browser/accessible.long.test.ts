import { describeAccessible } from "./support/describe-accessible.ts";

// The other scenes, which .ci/run leaves out.
describeAccessible(1);
describeAccessible(2);
describeAccessible(4);
describeAccessible(5);
