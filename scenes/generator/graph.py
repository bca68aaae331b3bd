"""A behaviour graph (KHR_interactivity) under construction."""

TYPES = ["bool", "int", "float", "float2", "float3", "float4", "float2x2", "float3x3", "float4x4", "ref"]


def constant(kind, *values):
    return {"type": TYPES.index(kind), "value": list(values)}


def output(node, socket="value"):
    return {"node": node, "socket": socket}


class Graph:
    """Nodes come after those that they take values from, and before those that their flows lead to: `later` reserves
    flows that are filled in when their target exists."""

    def __init__(self):
        self.declarations, self.nodes, self.variables, self.events = [], [], [], []

    def add(self, operation, values=None, configuration=None, extension=None):
        declaration = {"op": operation}
        if extension:
            declaration["extension"] = extension
        if declaration not in self.declarations:
            self.declarations.append(declaration)
        node = {"declaration": self.declarations.index(declaration)}
        if configuration:
            node["configuration"] = {name: {"value": value if isinstance(value, list) else [value]}
                                     for name, value in configuration.items()}
        if values:
            node["values"] = values
        self.nodes.append(node)
        return len(self.nodes) - 1

    def flow(self, node, socket, to, target="in"):
        link = {"node": to}
        if target != "in":
            link["socket"] = target
        self.nodes[node].setdefault("flows", {})[socket] = link

    def then(self, node, socket, operation, values=None, configuration=None, extension=None):
        """Adds a node to which a flow of another leads."""
        new = self.add(operation, values, configuration, extension)
        self.flow(node, socket, new)
        return new

    def log(self, node, socket, message, values=None):
        return self.then(node, socket, "debug/log", values, {"severity": 0, "message": message})

    def extension(self):
        graph = {"types": [{"signature": name} for name in TYPES]}
        if self.variables:
            graph["variables"] = self.variables
        if self.events:
            graph["events"] = self.events
        graph["declarations"] = self.declarations
        graph["nodes"] = self.nodes
        return {"graphs": [graph], "graph": 0}
