export default function Page() {
  return <pre>&quot;guarded&quot;</pre>;
}
