// Millpond's logo: a mill wheel standing in water.
const ANGLES = [0, 45, 90, 135, 180, 225, 270, 315];

export const Mark = ({ size = 34 }: { readonly size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 34 34" fill="none" strokeLinecap="round" aria-hidden="true">
    <clipPath id="above-water">
      <path d="M0 0H34V23.4Q30.4 20.6 26.8 23.4T19.6 23.4T12.4 23.4T5.2 23.4T0 22.4Z" />
    </clipPath>
    <g stroke="currentColor" clipPath="url(#above-water)">
      <circle cx="17.5" cy="16" r="8.2" strokeWidth="1.9" />
      <circle cx="17.5" cy="16" r="2" fill="currentColor" stroke="none" />
      {ANGLES.map((angle) => (
        <g key={angle} transform={`rotate(${angle} 17.5 16)`}>
          <path d="M17.5 13.5V8" strokeWidth="1.2" />
          <path d="M17.5 7.5V4.2" strokeWidth="2.2" />
        </g>
      ))}
    </g>
    <g stroke="var(--pond)" strokeWidth="1.9">
      <path d="M1.6 24.2Q5.2 21.4 8.8 24.2T16 24.2T23.2 24.2T30.4 24.2" />
      <path d="M5.2 29.4Q8.8 26.6 12.4 29.4T19.6 29.4T26.8 29.4" />
    </g>
  </svg>
);
