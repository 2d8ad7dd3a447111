import { describeAccessible } from "./support/describe-accessible.ts";

// The other scenes, which .ci/run leaves out.
describeAccessible(1, 2, 3, 4, 5);
