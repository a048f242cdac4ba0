import type { Skin } from "./skins";
import "./color-capture.css";

const skin: Skin = { className: "skin-color-capture", showcase: 5 };

export default skin;
