export const load = () => ({});
