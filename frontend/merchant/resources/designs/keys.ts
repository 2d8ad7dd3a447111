/** Every cached answer about report designs begins so; by itself it is the list of them. */
export const designsKey = ["designs"];
