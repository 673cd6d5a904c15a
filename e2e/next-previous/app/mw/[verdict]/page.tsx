export default function Page() {
  return <p>reached</p>;
}
